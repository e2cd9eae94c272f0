import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { repositoryPath } from './paths.js'

/** Installs what the benches are measured against, on first use; a reason where that fails. */
export function installPeers(): string | undefined {
  const folder = repositoryPath('bench/peers')
  if (existsSync(`${folder}/node_modules/.package-lock.json`)) return undefined
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0 ? undefined : 'left out: npm ci in bench/peers failed'
}
