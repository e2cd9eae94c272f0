import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Keeps the engine's compiled code for the next run, in the user's own cache folder, if Node supports it (22.8 and later).
 * Node uses it only for the same release and an unchanged source.
 */
export function keepCompiled(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'sudobox', 'compiled'))
}
