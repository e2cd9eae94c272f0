import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageManager } from './project-files.js'

const MANAGERS: readonly (PackageManager & { readonly lock: readonly string[] })[] = [
  {
    name: 'pnpm',
    lock: ['pnpm-lock.yaml'],
    install: 'corepack enable && pnpm install --frozen-lockfile',
    run: 'pnpm exec',
    add: ['add', '-D'],
  },
  {
    name: 'yarn',
    lock: ['yarn.lock'],
    install: 'corepack enable && yarn install --immutable',
    run: 'yarn',
    add: ['add', '-D'],
  },
  {
    name: 'bun',
    lock: ['bun.lock', 'bun.lockb'],
    install: 'npm install -g bun && bun install --frozen-lockfile',
    run: 'bunx',
    add: ['add', '-d'],
  },
  { name: 'npm', lock: ['package-lock.json'], install: 'npm ci', run: 'npx', add: ['install', '--save-dev'] },
]

/**
 * The package manager of a project: by its lock file, otherwise the one that runs this command.
 *
 * @param agent the environment variable `npm_config_user_agent`, which names what runs this command
 */
export function packageManagerOf(folder: string, agent = ''): PackageManager {
  const locked = MANAGERS.find(({ lock }) => lock.some((file) => existsSync(join(folder, file))))
  return locked ?? MANAGERS.find(({ name }) => agent.startsWith(`${name}/`)) ?? MANAGERS.at(-1)!
}
