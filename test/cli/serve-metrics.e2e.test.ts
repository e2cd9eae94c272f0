import { afterEach, expect, test } from 'vitest'
import { sudobox } from './command.js'
import { metricsIn } from './prometheus-text.js'
import { freePort } from '../free-port.js'
import { startServe, type ServeProcess } from './serve-process.js'

let running: ServeProcess | undefined
afterEach(() => running?.kill())

const heightsAt = async (url: string) => {
  const metrics = metricsIn(await (await fetch(url)).text())
  return Object.fromEntries(
    metrics
      .get('cometbft_consensus_latest_block_height')!
      .samples.map(({ labels, value }) => [labels['chain_id'], value]),
  )
}

test('--metrics serves those of all chains on one port, and the blocks of the block time count', async () => {
  running = await startServe('--metrics', '--block-time', '100ms')
  const url = running.told.metrics!
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const before = await heightsAt(url)
  expect(Object.keys(before)).toEqual(['neutron-sandbox-1', 'hub-sandbox-1'])
  await expect.poll(async () => (await heightsAt(url))['hub-sandbox-1']).toBeGreaterThan(before['hub-sandbox-1']! + 1)
  expect(await running.interrupt()).toBe(0)
})

test('--metrics takes a port, and one that is taken is refused', async () => {
  const port = await freePort()
  running = await startServe('--metrics', String(port), '--chains', 'wasm=wasmd')
  expect(running.told.metrics).toBe(`http://127.0.0.1:${port}/metrics`)
  const second = await sudobox('serve', '--free-ports', '--metrics', String(port))
  expect(second.code).toBe(2)
  expect(second.stderr).toContain(`cannot listen on 127.0.0.1:${port}`)
  expect(second.stderr).toContain('right: another port, or 0 for a free one')
})

test('a fixture after --metrics is told from a port', async () => {
  const { code, stderr } = await sudobox('serve', '--metrics', 'net.yaml')
  expect(code).toBe(2)
  expect(stderr).toContain('Write a fixture before --metrics.')
})
