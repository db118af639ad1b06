/** Animated PNG: pictures that follow one another and begin anew, in one file.
 *
 * After the third edition of the PNG specification (W3C, 2025): the pictures of the frames are
 * taken over as they were packed, under headers that tell how long each is shown.
 */

/** A picture as a PNG file, and how long it is shown. */
export interface Frame {
  readonly png: Uint8Array;
  readonly milliseconds: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = CRC_TABLE[(rest ^ byte) & 255]! ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whole numbers of so many bytes each, the largest byte first. */
function packed(...fields: readonly (readonly [value: number, bytes: 1 | 2 | 4])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, k) => (value >>> (8 * (bytes - 1 - k))) & 255),
    ),
  );
}

/** The chunks of a PNG file, in order. */
export function chunks(png: Uint8Array): Chunk[] {
  if (SIGNATURE.some((byte, k) => png[k] !== byte)) throw new Error("the browser made a picture that is no PNG");
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const found: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    found.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

function written({ type, data }: Chunk): Uint8Array {
  const body = joined([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data]);
  return joined([packed([data.length, 4]), body, packed([crc(body), 4])]);
}

/** One file out of pictures of equal size, shown again and again. */
export function apng(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const pictures = frames.map(({ png }) => chunks(png));
  const header = pictures[0]!.find(({ type }) => type === "IHDR")!.data;
  const size = new DataView(header.buffer, header.byteOffset);
  let sequence = 0;
  const made: Chunk[] = [
    { type: "IHDR", data: header },
    { type: "acTL", data: packed([frames.length, 4], [0, 4]) },
  ];
  pictures.forEach((picture, k) => {
    const own = picture.find(({ type }) => type === "IHDR")!.data;
    if (own.some((byte, at) => byte !== header[at]))
      throw new Error(`picture ${k + 1} has another size or kind than the first`);
    made.push({
      type: "fcTL",
      data: packed(
        [sequence++, 4],
        [size.getUint32(0), 4],
        [size.getUint32(4), 4],
        [0, 4],
        [0, 4],
        [Math.round(frames[k]!.milliseconds), 2],
        [1000, 2],
        [0, 1],
        [0, 1],
      ),
    });
    for (const { data } of picture.filter(({ type }) => type === "IDAT")) {
      // The first picture is also what shows where animation is not known.
      made.push(k === 0 ? { type: "IDAT", data } : { type: "fdAT", data: joined([packed([sequence++, 4]), data]) });
    }
  });
  made.push({ type: "IEND", data: new Uint8Array() });
  return joined([SIGNATURE, ...made.map(written)]);
}
