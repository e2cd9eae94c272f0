import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { Editor, type StreamClient } from './client.js'

/** What the guide does, row by row, and what it says that the editor shows. */
const ROWS = readFileSync('docs/guides/debugging-a-callback.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, action, given, shown] = /^\| ([A-Z][\w ]+?)(?: `([^`]+)`)? +\| `([^`]+)`/.exec(line) ?? []
    return action === undefined || shown === undefined ? [] : [{ action, given, shown }]
  })

const GO = {
  'Step back': 'stepBack',
  'Step over': 'next',
  'Step into': 'stepIn',
  'Step out': 'stepOut',
  Continue: 'continue',
  Reverse: 'reverseContinue',
} as const

/** @param args of the launch request */
export async function followGuide(connect: (client: StreamClient) => unknown, args: object = {}): Promise<void> {
  const { editor, stop } = await Editor.launch(connect, args)
  expect(stop).toMatchObject({ reason: 'exception', text: 'no refund' })
  expect(ROWS.length).toBeGreaterThan(7)
  for (const { action, given, shown } of ROWS) {
    if (action === 'Start') expect((await editor.stack())[0]).toBe(shown)
    else if (action === 'Look at') expect(await lookAt(editor, given!)).toBe(shown)
    else if (action === 'Add the function breakpoint')
      await editor.client.setFunctionBreakpointsRequest({ breakpoints: [{ name: given! }] })
    else
      expect(`${action}: ${await editor.go(GO[action as keyof typeof GO])}`).toMatch(new RegExp(`: [a-z ]+ ${shown}$`))
  }
}

/** `behaviour in called_back`: a watch in a frame of the stack. */
async function lookAt(editor: Editor, text: string): Promise<string> {
  const [expression, name] = text.split(' in ')
  const frames = await editor.stack()
  const frame = name === undefined ? 0 : frames.findIndex((one) => one.endsWith(` ${name}`))
  return editor.watch(expression!, frame + 1)
}
