import { isAbsolute, resolve } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'

/**
 * The files that match a pattern, sorted. Names that begin with a dot and `node_modules` are skipped.
 * @param folder base of relative patterns @returns absolute paths for an absolute pattern, otherwise paths relative to the folder
 */
export const filesOf = (pattern: string, folder: string = process.cwd()): readonly string[] =>
  globSync(pattern, {
    cwd: resolve(folder),
    absolute: isAbsolute(pattern),
    expandDirectories: false,
    ignore: ['**/node_modules/**'],
  }).toSorted()

/** Whether it may stand for several files. */
export const isPattern = (text: string): boolean => isDynamicPattern(text)
