// A real chain of one validator: stock wasmd, from its own program, in a folder of its own.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Chain, RELAYER_INDEX, until } from './network.mjs'

const CHAIN = { name: 'wasmd', chainId: 'wasm-1', prefix: 'wasm', denom: 'stake' }

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Sets members of sections in a TOML file, by `section.member`. */
function configure(file, values) {
  let section = ''
  const lines = readFileSync(file, 'utf8').split('\n')
  const written = lines.map((line) => {
    section = /^\[(.*)\]$/.exec(line)?.[1] ?? section
    const name = /^(\S+) = /.exec(line)?.[1]
    const value = values[`${section}.${name}`]
    return value === undefined ? line : `${name} = ${JSON.stringify(value)}`
  })
  writeFileSync(file, written.join('\n'))
}

/** Runs its commands in a folder. @throws Error with what it printed */
export const commands = (program, home) => (args, input) => {
  const { status, stdout, stderr } = spawnSync(program, ['--home', home, ...args], { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 2).join(' ')}: ${stderr || stdout}`)
  return stdout.trim() || stderr.trim()
}

/** Starts a node whose folder has a genesis. @param args of its command `start` @returns its URLs, and `end`, once it has made two blocks */
export async function launch({ program, home, log, timeoutCommit = '1s', timeoutPropose = '3s', args = [] }) {
  const [rpc, p2p, rest, grpc, pprof] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const tcp = (port) => `tcp://127.0.0.1:${port}`
  configure(join(home, 'config/config.toml'), {
    'consensus.timeout_commit': timeoutCommit,
    'consensus.timeout_propose': timeoutPropose,
    'rpc.laddr': tcp(rpc),
    'rpc.pprof_laddr': `127.0.0.1:${pprof}`,
    'p2p.laddr': tcp(p2p),
  })
  configure(join(home, 'config/app.toml'), {
    'api.enable': true,
    'api.address': tcp(rest),
    'grpc.address': `127.0.0.1:${grpc}`,
  })
  const child = spawn(program, ['--home', home, 'start', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const end = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(timer)
  }
  const urls = {
    rpc: `http://127.0.0.1:${rpc}`,
    ws: `ws://127.0.0.1:${rpc}/websocket`,
    rest: `http://127.0.0.1:${rest}`,
    grpc: `127.0.0.1:${grpc}`,
  }
  await until('a block of the node', 60, async () => {
    try {
      const { result } = await (await fetch(`${urls.rpc}/status`)).json()
      return Number(result.sync_info.latest_block_height) >= 2
    } catch {
      return undefined
    }
  })
  await sleep(1000)
  return { urls, end }
}

/** @returns the chain, and `end` */
export async function startNode({ program, folder, mnemonic, log }) {
  const home = join(folder, 'wasmd')
  const wasmd = commands(program, home)
  const keyring = ['--keyring-backend', 'test']
  wasmd(['init', 'sudobox', '--chain-id', CHAIN.chainId])
  wasmd(['keys', 'add', 'validator', ...keyring])
  for (const [name, index] of [
    ['user', 0],
    ['relayer', RELAYER_INDEX],
  ])
    wasmd(['keys', 'add', name, '--recover', '--index', String(index), ...keyring], `${mnemonic}\n`)
  for (const name of ['validator', 'user', 'relayer'])
    wasmd(['genesis', 'add-genesis-account', name, `1000000000000${CHAIN.denom}`, ...keyring])
  wasmd(['genesis', 'gentx', 'validator', `500000000${CHAIN.denom}`, '--chain-id', CHAIN.chainId, ...keyring])
  wasmd(['genesis', 'collect-gentxs'])
  const { urls, end } = await launch({ program, home, log })
  return { chain: await Chain.connect({ ...CHAIN, urls, mnemonic }), end }
}
