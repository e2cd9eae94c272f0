import type { Reach } from '../../base/index.js'
import { touchesHost } from '../../evm/internal.js'
import type { Action } from './schema.js'

/** A part of an action that reaches beyond the sandbox. */
export interface HostUse {
  /** Where in the action. */
  readonly pointer: string
  /** A sentence about it. */
  readonly what: string
}

/** The parts of an action that reach the machine: EVM methods that touch the host, and requests over a port, which would open one. */
function hostUseOf(action: Action): HostUse | undefined {
  if (action.action === 'repeat') {
    const use = hostUseOf(action.do)
    return use && { ...use, pointer: `/do${use.pointer}` }
  }
  if (action.action !== 'evm') return undefined
  const { method, over } = action
  if (touchesHost(method)) return { pointer: '/method', what: `${method} touches the host` }
  if (over === 'http') return { pointer: '/over', what: 'a request over HTTP opens a port' }
  return undefined
}

/** What an action uses of the host if it has no file that its paths could be relative to: it may not name any file. */
export function outsideUseOf(action: Action): HostUse | undefined {
  if (action.action === 'repeat') {
    const use = outsideUseOf(action.do)
    return use && { ...use, pointer: `/do${use.pointer}` }
  }
  if (action.action !== 'tx') return hostUseOf(action)
  const index = action.messages.findIndex((message) => 'store' in message && 'path' in message.store.wasm)
  return index < 0 ? undefined : { pointer: `/messages/${index}/store/wasm/path`, what: 'it names a file' }
}

/** Refuses an action that a file may not contain. @throws FixtureError with its place in the action */
export function refuseHostUse(action: Action, reach: Reach): void {
  const use = reach.trusted ? undefined : hostUseOf(action)
  if (use !== undefined) reach.refuse(use.pointer, `${use.what}, which nothing in a file may do`)
}
