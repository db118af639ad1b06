import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  root: "app",
  build: {
    outDir: "../../src/puzzlery/web/static",
    emptyOutDir: true,
    target: "es2022",
    // three alone is larger than the size at which Vite warns.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
