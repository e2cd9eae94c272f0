import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { repositoryPath } from './paths.js'

/** Installs what the benches are measured against, on first use; a reason where that fails. */
export function installPeers(): string | undefined {
  const folder = repositoryPath('bench/peers')
  const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    readonly dependencies: object
  }
  if (Object.keys(dependencies).every((name) => existsSync(`${folder}/node_modules/${name}`))) return undefined
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0 ? undefined : 'left out: npm ci in bench/peers failed'
}
