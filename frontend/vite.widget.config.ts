import { defineConfig } from "vite";

/** The widget as one module, which Python sends to the notebook as text. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: "../src/puzzlery/web/static/widget",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 800,
    lib: { entry: "widget/index.ts", formats: ["es"], fileName: () => "widget.js", cssFileName: "widget" },
    // Vite leaves the blanks in libraries, for whoever bundles them next; here nobody does.
    rolldownOptions: { output: { minify: true } },
  },
});
