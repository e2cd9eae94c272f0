import { isAbsolute, resolve } from 'node:path'
import { globSync } from 'tinyglobby'

/**
 * The files that a pattern names, sorted. Names that begin with a dot and `node_modules` are passed over.
 * @param folder where relative patterns start @returns absolute paths for an absolute pattern, else paths relative to the folder
 */
export const filesOf = (pattern: string, folder: string = process.cwd()): readonly string[] =>
  globSync(pattern, {
    cwd: resolve(folder),
    absolute: isAbsolute(pattern),
    expandDirectories: false,
    ignore: ['**/node_modules/**'],
  }).toSorted()
