import { defineConfig } from "vite";
import { compressed } from "./compressed";

const OUTPUT = "../src/puzzlery/web/static";

export default defineConfig({
  base: "./",
  root: "app",
  plugins: [compressed(OUTPUT)],
  build: {
    outDir: `../${OUTPUT}`,
    emptyOutDir: true,
    target: "es2022",
    // three alone is larger than the size at which Vite warns.
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
