import { useState } from 'preact/hooks'

const STORE = 'sudobox-forms'
/** What was typed last stays; the oldest goes. */
const MAX_ENTRIES = 400
const MAX_LENGTH = 20_000

/** What was typed into forms, in the storage of the browser. The latest is last. */
const typed = new Map<string, string>(stored())

function stored(): readonly (readonly [string, string])[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as readonly (readonly [string, string])[]
  } catch {
    return []
  }
}

/** What was typed there last; undefined: nothing yet. */
export const recall = (key: string): string | undefined => typed.get(key)

/** Keeps what was typed. @param value undefined: forgets it */
export function remember(key: string, value: string | undefined): void {
  typed.delete(key)
  if (value !== undefined && value.length <= MAX_LENGTH) typed.set(key, value)
  for (const oldest of typed.keys()) {
    if (typed.size <= MAX_ENTRIES) break
    typed.delete(oldest)
  }
  try {
    localStorage.setItem(STORE, JSON.stringify([...typed]))
  } catch {
    // Without storage, or with a full one, it lasts until the page is closed.
  }
}

/** A value of a form, which is there again after a reload. @param key where it is typed: another key is another value */
export function useRemembered(key: string, initial: string): readonly [string, (value: string) => void] {
  const [, update] = useState(0)
  const set = (value: string): void => {
    remember(key, value)
    update((times) => times + 1)
  }
  return [recall(key) ?? initial, set]
}
