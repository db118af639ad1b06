"""Pictures, scenes, sheets and meshes of packings; imports render and packings."""
