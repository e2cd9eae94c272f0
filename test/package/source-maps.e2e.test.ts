// A debugger finds Sudobox' TypeScript by the source maps of the package, and stops there.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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

/** Where a line of the sources is in the package, as a debugger finds it before the program runs. */
function generated(source: string, line: number): { file: string; lineNumber: number; columnNumber: number } {
  for (const file of globSync('dist/**/*.js', { cwd: ROOT, absolute: true })) {
    if (!existsSync(`${file}.map`)) continue
    const payload = payloadOf(`${file}.map`)
    if (!payload.sources.some((name) => name.endsWith(source))) continue
    const map = new SourceMap(payload)
    for (const [lineNumber, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      const columnNumber = text.search(/\S/)
      if (columnNumber < 0) continue
      const entry = map.findEntry(lineNumber, columnNumber)
      if ('originalSource' in entry && entry.originalSource.endsWith(source) && entry.originalLine === line)
        return { file, lineNumber, columnNumber }
    }
  }
  throw new Error(`no map has line ${line} of ${source}`)
}

test('a breakpoint in the TypeScript stops a callback', async () => {
  const text = readFileSync(join(ROOT, BREAKPOINT), 'utf8').split('\n')
  const line = text.findIndex((row) => row.includes('const { sudoCallGasLimit } = manager.params(ctx)'))
  const { file, ...place } = generated(BREAKPOINT, line)
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
          }
          if (method !== 'Debugger.paused') return
          const [frame] = (params as unknown as { callFrames: { location: never; functionName: string }[] }).callFrames
          if (frame?.functionName === 'sudoWithLimit') resolve(frame)
          else send('Debugger.resume')
        })
        send('Debugger.enable')
        // Before the program goes on, which does not wait for what comes later.
        send('Debugger.setBreakpointByUrl', { url: pathToFileURL(file).href, ...place })
        send('Runtime.runIfWaitingForDebugger')
      },
    )
    const { scriptId, lineNumber, columnNumber } = stopped.location
    const script = scripts.get(scriptId)!
    const stoppedIn = fileURLToPath(script.url)
    const map = new SourceMap(payloadOf(join(dirname(stoppedIn), script.sourceMapURL)))
    const entry = map.findEntry(lineNumber, columnNumber)
    if (!('originalSource' in entry)) throw new Error('the map does not know the place')
    expect([relative(ROOT, join(dirname(stoppedIn), entry.originalSource)), entry.originalLine]).toEqual([
      BREAKPOINT,
      line,
    ])
    socket.close()
  } finally {
    child.kill()
  }
}, 30_000)
