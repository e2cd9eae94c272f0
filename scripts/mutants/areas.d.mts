export const AREAS: Readonly<Record<string, readonly string[]>>
