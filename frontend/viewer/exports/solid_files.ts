/** Solid files: the pieces as they stand, as GLB with colors or as STL for a printer. */

import { BufferAttribute, BufferGeometry, Color, Mesh, MeshStandardMaterial } from "three";
import { GLTFExporter } from "three/examples/jsm/exporters/GLTFExporter.js";
import { STLExporter } from "three/examples/jsm/exporters/STLExporter.js";
import { triangles } from "../drawing/polygon";
import type { Viewer } from "../viewer";

/** One mesh of all sides, colored at the corners. */
export function solidMesh(viewer: Viewer): Mesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const colors: number[] = [];
  for (const side of viewer.standingSides()) {
    const color = new Color(side.shade);
    for (const triangle of triangles(side.outline, side.normal)) {
      for (const corner of triangle) {
        positions.push(...side.outline[corner]!.toArray());
        normals.push(...side.normal.toArray());
        colors.push(color.r, color.g, color.b);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colors), 3));
  return new Mesh(geometry, new MeshStandardMaterial({ vertexColors: true, roughness: 0.5 }));
}

export async function glb(viewer: Viewer): Promise<Blob> {
  const made = (await new GLTFExporter().parseAsync(solidMesh(viewer), { binary: true })) as ArrayBuffer;
  return new Blob([made], { type: "model/gltf-binary" });
}

export async function stl(viewer: Viewer): Promise<Blob> {
  const made = new STLExporter().parse(solidMesh(viewer), { binary: true });
  return new Blob([made.buffer as ArrayBuffer], { type: "model/stl" });
}
