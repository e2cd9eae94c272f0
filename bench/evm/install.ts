import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { repositoryPath } from '../harness/paths.js'
import { installPeers } from '../harness/peers.js'

const EDR = '0.22.0'

/** EDR's builds by platform. npm passes them over, since they name a newer Node; they run on this one all the same. */
const BUILDS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64-gnu',
  'linux-arm64': 'linux-arm64-gnu',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64-msvc',
}

/** Installs the nodes that ours is measured against, on first use; reasons where that fails. */
export function installEvmPeers(): string | undefined {
  const missing = installPeers('evm-peers')
  if (missing !== undefined) return missing
  const build = BUILDS[`${process.platform}-${process.arch}`]
  const cwd = repositoryPath('bench/evm-peers')
  if (build === undefined || existsSync(`${cwd}/node_modules/@nomicfoundation/edr-${build}`)) return undefined
  spawnSync(
    'npm',
    [
      'install',
      '--no-package-lock',
      '--no-save',
      '--ignore-scripts',
      '--silent',
      '--force',
      `@nomicfoundation/edr-${build}@${EDR}`,
    ],
    { cwd },
  )
  return undefined
}
