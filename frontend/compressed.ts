/** Compressed twins: `name.br` and `name.gz` beside each built text that they make smaller. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(js|css|html|svg)$/;
/** Below this many bytes a file fits into one packet either way. */
const SMALLEST = 1024;

export function compressed(folder: string): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      const names = readdirSync(folder, { recursive: true }).map(String);
      for (const name of names.filter((one) => TEXTS.test(one))) write(join(folder, name));
    },
  };
}

function write(file: string): void {
  const text = readFileSync(file);
  if (text.length < SMALLEST) return;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
  writeFileSync(`${file}.br`, brotliCompressSync(text, options));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}
