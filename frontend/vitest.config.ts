import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["{viewer,app,widget}/**/*.test.ts"] } });
