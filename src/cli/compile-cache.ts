import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Keeps what the engine made of the sources for the next run, in the user's own cache folder, where this Node can (22.8 and later).
 * Node says whose compiled code may be used: of the same release, and of a source that did not change.
 */
export function keepCompiled(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'sudobox', 'compiled'))
}
