import { useEffect, useState } from 'preact/hooks'
import type { Json } from '../../../src/explorer/model.js'
import { exactText, parseExact } from '../../../src/pages/exact-json.js'
import { Field } from './schema-form.js'
import { emptyOf, type Schema } from './schema.js'

interface MessageEditorProps {
  /** Undefined: it is written as JSON. */
  readonly schema: Schema | undefined
  readonly text: string
  readonly onText: (text: string) => void
}

/** The message of a call: as a form where its schema is known, or as JSON. */
export function MessageEditor({ schema, text, onText }: MessageEditorProps) {
  const [asJson, setAsJson] = useState(false)
  const value = parsed(text)
  const isForm = schema !== undefined && !asJson
  useEffect(() => {
    if (schema !== undefined && text.trim() === '') onText(exactText(emptyOf(schema, schema)))
  }, [schema])
  return (
    <div class="message-editor">
      {schema !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={asJson}
            onChange={() => {
              if (!asJson && value !== undefined) onText(exactText(value, 2))
              setAsJson(!asJson)
            }}
          />{' '}
          write it as JSON
        </label>
      )}
      {isForm && value !== undefined && (
        <Field
          name=""
          schema={schema}
          root={schema}
          value={value}
          onChange={(next) => onText(exactText(next ?? null))}
        />
      )}
      {isForm && value === undefined && text.trim() !== '' && (
        <p class="wrong-word">
          The message is not JSON, so it cannot be edited in a form.{' '}
          <button type="button" class="small" onClick={() => onText(exactText(emptyOf(schema, schema)))}>
            Start again
          </button>
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
            onInput={(event) => onText(event.currentTarget.value)}
          />
          {text.trim() !== '' && value === undefined && (
            <span class="wrong-word">not JSON: {complaint(text)}. It is sent unchanged.</span>
          )}
        </label>
      )}
      {isForm && value !== undefined && <code class="message-preview">{text}</code>}
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
