/** Absolute paths of the test files at a place below `root`. */
export function testFilesAt(root: string, place: string): string[]
