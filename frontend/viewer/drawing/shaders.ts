/** Shaders: stickers and parts are looked up by number, so that a state is a texture, not a mesh.
 *
 * Without a graphics processor every branch of a shader is computed for every pixel, also those that
 * are not taken. So what is seldom shown is compiled only when it is: letters and patterns (`MARKED`)
 * and pieces that let others show through (`SIFTED`).
 */

import { ITEMS_A_ROW, TEXELS } from "./items";

export const VERTEX = /* glsl */ `
precision highp float;
uniform sampler2D items;
uniform sampler2D parts;
uniform float explode;
uniform vec3 center;
uniform vec3 plastic;
in float item;
in vec2 look;
in vec2 spot;
in vec3 middle;
in vec4 tint;
out vec3 vNormal;
out vec3 vView;
out float vOpen;
flat out vec3 vBase;
flat out float vGlow;
#ifdef MARKED
out vec2 vSpot;
// The letter, the pattern, and whether there is a sticker that could bear them.
flat out vec3 vMark;
#endif
#ifdef SIFTED
flat out float vItem;
#endif

vec4 texel(int k) {
  int number = int(item + 0.5);
  return texelFetch(items, ivec2((number % ${ITEMS_A_ROW}) * ${TEXELS} + k, number / ${ITEMS_A_ROW}), 0);
}

vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

void main() {
  vec4 color = texel(0);
  vec4 flags = texel(1);
  vBase = look.y < 0.5 ? plastic : look.y < 1.5 ? color.rgb : pow(tint.rgb, vec3(2.2));
  vGlow = flags.z;
  vec4 turn = texel(2);
  vec3 shift = texel(3).xyz;
  int row = int(flags.x + 0.5);
  mat4 part = row == 0 ? mat4(1.0) : mat4(
    texelFetch(parts, ivec2(0, row), 0), texelFetch(parts, ivec2(1, row), 0),
    texelFetch(parts, ivec2(2, row), 0), texelFetch(parts, ivec2(3, row), 0));
  vec3 placed = turned(turn, position + explode * middle) + shift;
  vec4 seen = modelViewMatrix * vec4((part * vec4(placed, 1.0)).xyz - center, 1.0);
  vNormal = normalMatrix * mat3(part) * turned(turn, normal);
  vView = -seen.xyz;
  vOpen = look.x;
#ifdef MARKED
  vSpot = spot;
  vMark = vec3(color.a, flags.w, look.y > 0.5 && look.y < 1.5 ? 1.0 : 0.0);
#endif
#ifdef SIFTED
  vItem = item;
#endif
  gl_Position = projectionMatrix * seen;
  // A hidden piece is folded into a point behind the camera, so that it costs no pixels.
  if (flags.y < 0.01) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
`;

const MARKS = /* glsl */ `
precision highp float;
flat in vec3 vBase;
#ifdef MARKED
uniform sampler2D atlas;
uniform float cells;
uniform float lettered;
in vec2 vSpot;
flat in vec3 vMark;
#endif
out vec4 outColor;

#ifdef MARKED

float patterned(float kind, vec2 p) {
  if (kind < 0.5) return 0.0;
  if (kind < 1.5) return smoothstep(0.35, 0.5, abs(fract((p.x + p.y) * 1.4) - 0.5) * 2.0);
  if (kind < 2.5) return 1.0 - smoothstep(0.22, 0.3, length(fract(p * 1.5) - 0.5));
  return step(0.5, fract(p.x * 1.1)) == step(0.5, fract(p.y * 1.1)) ? 1.0 : 0.0;
}

float lettering(float letter, vec2 p) {
  vec2 at = p / 1.9 + 0.5;
  if (at.x < 0.0 || at.x > 1.0 || at.y < 0.0 || at.y > 1.0) return 0.0;
  vec2 cell = vec2(mod(letter, cells), floor(letter / cells));
  return texture(atlas, vec2(cell.x + at.x, cells - 1.0 - cell.y + at.y) / cells).r;
}

vec3 inked(vec3 base) {
  if (vMark.z < 0.5) return base;
  float light = dot(base, vec3(0.2126, 0.7152, 0.0722));
  vec3 ink = light > 0.19 ? vec3(0.01) : vec3(0.95);
  base = mix(base, mix(base, ink, 0.42), patterned(vMark.y, vSpot));
  return lettered > 0.0 ? mix(base, ink, 0.85 * lettered * lettering(vMark.x, vSpot)) : base;
}
#else
vec3 inked(vec3 base) { return base; }
#endif

// Linear light as sRGB, by roots instead of powers (I. Taylor, "sRGB Approximations for HLSL", 2012).
// They are much quicker without a graphics processor, and within a third of a step of 255, or three
// steps where it is nearly black.
vec3 encoded(vec3 c) {
  vec3 a = sqrt(max(c, vec3(0.0)));
  vec3 b = sqrt(a);
  return max(0.585122381 * a + 0.783140355 * b - 0.368262736 * sqrt(b), vec3(0.0));
}
`;

export const FRAGMENT = /* glsl */ `
${MARKS}
uniform vec3 plastic;
uniform vec3 accent;
uniform float dimmed;
in vec3 vNormal;
in vec3 vView;
in float vOpen;
flat in float vGlow;
#ifdef SIFTED
uniform float clarity;
flat in float vItem;
// Interleaved gradient noise (Jimenez 2014): see-through parts need no sorting when dithered.
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
#endif

// What a glossy side mirrors: a bright ceiling, a darker floor, and a soft lamp.
float mirrored(vec3 r, vec3 key) {
  return mix(0.12, 0.95, smoothstep(-0.35, 0.9, r.y)) + 1.6 * smoothstep(0.78, 0.98, dot(r, key));
}

// Bright light runs up to white without reaching it, so that white stickers keep their shades.
vec3 toned(vec3 c) {
  vec3 over = max(c - 0.72, vec3(0.0));
  return min(c, vec3(0.72)) + 0.25 * (1.0 - exp(-over / 0.25));
}

void main() {
#ifdef SIFTED
  // Each piece lets other pixels through, so that those behind show too.
  if (vGlow < 0.01 && noise(gl_FragCoord.xy + 37.0 * vItem) > 1.0 - clarity) discard;
#endif
  // The inside is dark, and needs no light.
  if (!gl_FrontFacing) {
    outColor = vec4(encoded(0.15 * plastic), 1.0);
    return;
  }
  vec3 n = normalize(vNormal);
  vec3 v = normalize(vView);
  vec3 base = inked(vBase);
  base = mix(base, base * 0.16 + plastic * 0.25, dimmed * (1.0 - min(vGlow, 1.0)));
  vec3 key = normalize(vec3(-0.36, 0.78, 0.55));
  vec3 fill = normalize(vec3(0.75, 0.1, 0.5));
  float wrapped = max(0.0, (dot(n, key) + 0.5) / 1.5);
  vec3 light = vec3(0.53, 0.54, 0.56) * mix(0.86, 1.08, 0.5 + 0.5 * n.y) + vec3(0.41, 0.4, 0.385) * wrapped
    + vec3(0.07, 0.075, 0.085) * max(0.0, dot(n, fill));
  float glancing = 1.0 - max(0.0, dot(n, v));
  float rim = glancing * glancing * glancing * glancing;
  float gloss = 0.032 + 0.3 * rim * glancing;
  vec3 color = base * light * vOpen + gloss * mirrored(reflect(-v, n), key) * vOpen;
  color = mix(color, accent, 0.6 * min(vGlow, 1.0) * rim) * (1.0 + 0.1 * vGlow);
  outColor = vec4(encoded(toned(color)), 1.0);
}
`;

export const HINT_FRAGMENT = /* glsl */ `
${MARKS}
uniform float strength;
void main() {
  // Darker than in the light, so that white ones are seen on a white page.
  outColor = vec4(encoded(inked(vBase) * 0.7), strength);
}
`;

export const SHADOW_VERTEX = /* glsl */ `
out vec2 vAt;
out vec4 vClip;
void main() {
  vAt = uv;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vClip = gl_Position;
}
`;

export const SHADOW_FRAGMENT = /* glsl */ `
precision highp float;
uniform float strength;
uniform sampler2D soft;
in vec2 vAt;
in vec4 vClip;
out vec4 outColor;
void main() {
  // It fades out toward the border of the picture, where it would end in a line.
  vec2 inside = 1.0 - abs(vClip.xy) / vClip.w;
  float shown = smoothstep(0.0, 0.16, min(inside.x, inside.y));
  outColor = vec4(0.0, 0.0, 0.02, strength * shown * texture(soft, vAt).r);
}
`;
