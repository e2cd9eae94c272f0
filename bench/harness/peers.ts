import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { repositoryPath } from './paths.js'

/** Installs the peers of the benches on first use; returns the reason if that fails. A folder without a lock file gets the builds of its platform. */
export function installPeers(name: 'peers' | 'evm-peers' = 'peers'): string | undefined {
  const folder = repositoryPath(`bench/${name}`)
  const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    readonly dependencies: object
  }
  if (Object.keys(dependencies).every((peer) => existsSync(`${folder}/node_modules/${peer}`))) return undefined
  const command = existsSync(`${folder}/package-lock.json`) ? ['ci'] : ['install', '--no-package-lock']
  const { status } = spawnSync('npm', [...command, '--ignore-scripts', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0 ? undefined : `left out: npm ${command.join(' ')} in bench/${name} failed`
}
