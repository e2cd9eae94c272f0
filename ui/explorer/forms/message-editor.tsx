import { useEffect, useState } from 'preact/hooks'
import type { Json } from '../../../src/explorer/model.js'
import { exactText, parseExact } from '../../../src/pages/exact-json.js'
import { recall, remember, useRemembered } from './memory.js'
import { Field } from './schema-form.js'
import { clearedOf, emptyOf, fits, type Schema } from './schema.js'

/** The name of a message: its first member. */
export const messageName = (text: string): string => /^\s*\{?\s*"([^"]{1,60})"/.exec(text)?.[1] ?? ''

/** The message of a call that was written last. @param place the contract and the entry point */
export const useMessage = (place: string): readonly [string, (text: string) => void] =>
  useRemembered(`${place} message`, '')

const keyOf = (place: string, text: string): string => `${place} message ${messageName(text)}`

interface MessageEditorProps {
  /** The contract and the entry point: each message of it is remembered. */
  readonly place: string
  /** Undefined: it is written as JSON. */
  readonly schema: Schema | undefined
  readonly text: string
  readonly onText: (text: string) => void
}

/** The message of a call: as a form where its schema is known, or as JSON. */
export function MessageEditor({ place, schema, text, onText }: MessageEditorProps) {
  const [asJson, setAsJson] = useState(false)
  /** How often it was cleared: its fields begin anew. */
  const [times, setTimes] = useState(0)
  const value = parsed(text)
  const isForm = schema !== undefined && !asJson
  const put = (next: string): void => {
    if (messageName(next) !== '') remember(keyOf(place, next), next)
    onText(next)
  }
  const startAgain = (): void => {
    remember(keyOf(place, text), undefined)
    onText(schema === undefined ? '' : exactText(clearedOf(value ?? null, schema)))
    setTimes(times + 1)
  }
  useEffect(() => {
    if (schema === undefined) return
    // What was written for another release of the contract may not be one of its messages.
    if (text.trim() === '' || (value !== undefined && !fits(value, schema))) onText(exactText(emptyOf(schema, schema)))
  }, [schema])
  return (
    <div class="message-editor">
      <div class="act-row">
        {schema !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={asJson}
              onChange={() => {
                if (!asJson && value !== undefined) put(exactText(value, 2))
                setAsJson(!asJson)
              }}
            />{' '}
            write it as JSON
          </label>
        )}
        {text.trim() !== '' && (
          <button type="button" class="small" onClick={startAgain}>
            Clear the message
          </button>
        )}
      </div>
      {isForm && value !== undefined && (
        <Field
          key={times}
          name=""
          schema={schema}
          root={schema}
          value={value}
          onChange={(next) => {
            const given = exactText(next ?? null)
            const isOther = messageName(given) !== messageName(text)
            put((isOther ? recall(keyOf(place, given)) : undefined) ?? given)
          }}
        />
      )}
      {isForm && value === undefined && text.trim() !== '' && (
        <p class="wrong-word">
          The message is not JSON, so it cannot be edited in a form: clear it, or write it as JSON.
        </p>
      )}
      {!isForm && (
        <label class="field">
          <span>message (JSON)</span>
          <textarea
            rows={Math.min(16, Math.max(4, text.split('\n').length))}
            value={text}
            placeholder={'{ "name": { } }'}
            spellcheck={false}
            aria-invalid={text.trim() !== '' && value === undefined}
            onInput={(event) => put(event.currentTarget.value)}
          />
          {text.trim() !== '' && value === undefined && (
            <span class="wrong-word">not JSON: {complaint(text)}. It is sent unchanged.</span>
          )}
        </label>
      )}
    </div>
  )
}

function parsed(text: string): Json | undefined {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

function complaint(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message.replace(/^JSON\.parse: /, '').replace(/ is not valid JSON$/, '')
  }
}
