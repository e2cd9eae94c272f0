// A debugger finds Sudobox' TypeScript by the source maps of the package, and stops there.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import manifest from '../../package.json' with { type: 'json' }
import { ROOT } from '../cli/command.js'

const payloadOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload

test('every source that a map names is a published file', () => {
  const maps = globSync('dist/**/*.js.map', { cwd: ROOT, absolute: true })
  const sources = maps.flatMap((map) => payloadOf(map).sources.map((source) => join(dirname(map), source)))
  expect(manifest.files).toContain('src')
  expect(sources.length).toBeGreaterThan(900)
  expect(sources.filter((source) => !existsSync(source) || !relative(ROOT, source).startsWith('src/'))).toEqual([])
})

const BREAKPOINT = 'src/modules/contractmanager/sudo-limit.ts'
const STORY = `
  import { createSandbox } from './dist/sandbox/index.js'
  const { neutron } = createSandbox().chains
  const lab = await neutron.account('alice').deploy('contracts/artifacts/callback_lab.wasm', {})
  await lab.callback({ timeout: {} })`

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Record<string, never>
  readonly result?: Record<string, never>
}
interface Script {
  readonly scriptId: string
  readonly url: string
  readonly sourceMapURL: string
}

/** Where a line of the sources is in a script. */
function generated(
  script: Script,
  source: string,
  line: number,
): { lineNumber: number; columnNumber: number } | undefined {
  const file = fileURLToPath(script.url)
  if (!existsSync(join(dirname(file), script.sourceMapURL))) return undefined
  const map = new SourceMap(payloadOf(join(dirname(file), script.sourceMapURL)))
  for (const [lineNumber, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const columnNumber = text.search(/\S/)
    if (columnNumber < 0) continue
    const entry = map.findEntry(lineNumber, columnNumber)
    if ('originalSource' in entry && entry.originalSource.endsWith(source) && entry.originalLine === line)
      return { lineNumber, columnNumber }
  }
  return undefined
}

test('a breakpoint in the TypeScript stops a callback', async () => {
  const text = readFileSync(join(ROOT, BREAKPOINT), 'utf8').split('\n')
  const line = text.findIndex((row) => row.includes('const { sudoCallGasLimit } = manager.params(ctx)'))
  const child = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', '--input-type=module', '-e', STORY], {
    cwd: ROOT,
  })
  try {
    const url = await new Promise<string>((resolve) => {
      child.stderr.on('data', (data: Buffer) => {
        const found = /ws:\/\/\S+/.exec(data.toString())
        if (found) resolve(found[0])
      })
    })
    const socket = new WebSocket(url)
    await new Promise((resolve) => socket.once('open', resolve))
    let ids = 0
    const send = (method: string, params: object = {}) => socket.send(JSON.stringify({ id: ++ids, method, params }))
    const scripts = new Map<string, Script>()
    const stopped = await new Promise<{ location: { scriptId: string; lineNumber: number; columnNumber: number } }>(
      (resolve) => {
        socket.on('message', (data: Buffer) => {
          const { method, params } = JSON.parse(data.toString()) as Message
          if (method === 'Debugger.scriptParsed') {
            const script = params as unknown as Script
            scripts.set(script.scriptId, script)
            if (!script.url.includes('/dist/') || !script.sourceMapURL) return
            const place = generated(script, BREAKPOINT, line)
            if (place) send('Debugger.setBreakpoint', { location: { scriptId: script.scriptId, ...place } })
          }
          if (method !== 'Debugger.paused') return
          const [frame] = (params as unknown as { callFrames: { location: never; functionName: string }[] }).callFrames
          if (frame?.functionName === 'sudoWithLimit') resolve(frame)
          else send('Debugger.resume')
        })
        send('Debugger.enable')
        send('Runtime.runIfWaitingForDebugger')
      },
    )
    const { scriptId, lineNumber, columnNumber } = stopped.location
    const file = fileURLToPath(scripts.get(scriptId)!.url)
    const map = new SourceMap(payloadOf(`${file}.map`))
    const entry = map.findEntry(lineNumber, columnNumber)
    if (!('originalSource' in entry)) throw new Error('the map does not know the place')
    expect([relative(ROOT, join(dirname(file), entry.originalSource)), entry.originalLine]).toEqual([BREAKPOINT, line])
    socket.close()
  } finally {
    child.kill()
  }
}, 30_000)
