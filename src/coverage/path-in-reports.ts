import { inLine } from '../base/index.js'

/**
 * The path of a source that is not on this machine, as reports name it. Whoever built the module wrote the path, and reports are files at such paths and
 * have it in lines of their own: it leads to no folder above, and has no control characters.
 */
export const pathInReports = (path: string): string =>
  inLine(path.replaceAll('\\', '/'))
    .split('/')
    .map((part) => (part === '..' ? '__' : part))
    .join('/')
