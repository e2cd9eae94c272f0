import { useState } from 'preact/hooks'

/** Puts a text on the clipboard. Pages from disk may not: then it selects the text instead, to be copied by hand. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('Copy')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid(copyOld(text) ? 'Copied' : 'Cannot copy')
    }
    setTimeout(() => setSaid('Copy'), 2000)
  }
  return (
    <button type="button" class="small" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <span aria-live="polite">{said}</span>
    </button>
  )
}

function copyOld(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
