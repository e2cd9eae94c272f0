/**
 * Runs the sample tests of a Hardhat project against an EVM of ours, with Node 22 and the compiler from npm, in a temporary folder.
 * It installs 380 MB, so it runs on demand only: `npm run build && node scripts/hardhat-story.mjs [folder]`. A folder that is given is kept.
 */
import { spawnSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { createSandbox } from '../dist/sandbox/index.js'

const PACKAGES = [
  'node@22',
  'hardhat@3.18.0',
  '@nomicfoundation/hardhat-ethers@4',
  '@nomicfoundation/hardhat-toolbox-mocha-ethers@3',
  'solc@0.8.37',
]

const config = (url, compiler) => `import toolbox from '@nomicfoundation/hardhat-toolbox-mocha-ethers'
import { defineConfig } from 'hardhat/config'

export default defineConfig({
  plugins: [toolbox],
  solidity: { version: '0.8.37', path: '${compiler}' },
  networks: { sudobox: { type: 'http', chainType: 'l1', url: '${url}' } },
})
`

const given = process.argv[2]
const folder = given ?? mkdtempSync(join(tmpdir(), 'hardhat-story-'))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
/** The Node that installs native packages chooses their platform, so the same Node has to run them. */
const env = { ...process.env, PATH: `${join(folder, 'node_modules/node/bin')}${delimiter}${process.env.PATH}` }
if (!existsSync(join(folder, 'node_modules/hardhat')))
  for (const packages of [PACKAGES.slice(0, 1), PACKAGES]) {
    const args = ['install', '--no-audit', '--no-fund', ...packages]
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
const template = join(folder, 'node_modules/hardhat/templates/02-mocha-ethers')
for (const file of ['contracts/Counter.sol', 'test/Counter.ts', 'tsconfig.json'])
  cpSync(join(template, file), join(folder, file))

const sandbox = createSandbox()
const { urls } = await sandbox.serve()
writeFileSync(
  join(folder, 'hardhat.config.ts'),
  config(urls.neutron.evm, join(resolve(folder), 'node_modules/solc/soljson.js')),
)
const node = join(folder, 'node_modules/node/bin/node')
const hardhat = join(folder, 'node_modules/hardhat/dist/src/cli.js')
const status = await new Promise((done) => {
  const run = spawn(node, [hardhat, 'test', 'mocha', '--network', 'sudobox'], { cwd: folder, stdio: 'inherit', env })
  run.on('exit', (code) => done(code ?? 1))
})
process.stdout.write(`blocks of the EVM: ${sandbox.evm.blockNumber}, of the chain: ${sandbox.chains.neutron.height}\n`)
await sandbox.close()
if (given === undefined) rmSync(folder, { recursive: true })
process.exit(status)
