/** The module as the linker makes it when it strips. */
export function withoutCustomSections(bytes: Uint8Array): Buffer
