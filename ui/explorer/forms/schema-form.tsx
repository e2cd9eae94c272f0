import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Json } from '../../../src/explorer/model.js'
import { exactNumber, exactText, isMarkedNumber, parseExact } from '../../../src/pages/exact-json.js'
import {
  emptyOf,
  formOf,
  plainText,
  hintOf,
  variantOf,
  variantValue,
  type Form,
  type Member,
  type Schema,
} from './schema.js'

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly root: Schema
  readonly value: Json | undefined
  readonly onChange: (value: Json | undefined) => void
  readonly optional?: boolean
}

type Values = { readonly [name: string]: Json }

const valuesOf = (value: Json | undefined): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

/** A field of a message, and those in it. */
export function Field(props: FieldProps) {
  const { name, schema, root, value, onChange } = props
  const form = formOf(schema, root)
  const hint = hintOf(schema, root)
  if (form.kind === 'optional' || props.optional) {
    const inner = form.kind === 'optional' ? form.of : schema
    const isSet = value !== undefined && value !== null
    return (
      <div class="field-optional">
        <label class="check">
          <input
            type="checkbox"
            checked={isSet}
            onChange={() =>
              onChange(
                isSet
                  ? undefined
                  : emptyOf(formOf(inner, root).kind === 'optional' ? notNull(inner, root) : inner, root),
              )
            }
          />{' '}
          {name} <span class="quiet">{isSet ? '' : 'left out'}</span>
        </label>
        {isSet && <Field {...props} optional={false} schema={notNull(inner, root)} name={`${name} value`} />}
      </div>
    )
  }
  return <Plain name={name} form={form} hint={hint} root={root} value={value} onChange={onChange} />
}

function notNull(schema: Schema, root: Schema): Schema {
  const form = formOf(schema, root)
  return form.kind === 'optional' ? form.of : schema
}

interface PlainProps {
  readonly name: string
  readonly form: Form
  readonly hint: string | undefined
  readonly root: Schema
  readonly value: Json | undefined
  readonly onChange: (value: Json | undefined) => void
}

function Plain({ name, form, hint, root, value, onChange }: PlainProps) {
  switch (form.kind) {
    case 'boolean':
      return (
        <div>
          <label class="check">
            <input type="checkbox" checked={value === true} onChange={() => onChange(value !== true)} /> {name}
          </label>{' '}
          <Hint text={hint} />
        </div>
      )
    case 'choice':
      return (
        <Labelled name={name} hint={hint}>
          {(id, hintId) => (
            <select
              id={id}
              aria-describedby={hintId}
              value={JSON.stringify(value)}
              onChange={(event) => onChange(JSON.parse(event.currentTarget.value) as Json)}
            >
              {form.values.map((one) => (
                <option key={plainText(one)} value={JSON.stringify(one)}>
                  {plainText(one)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )
    case 'variants':
      return <Variants name={name} form={form} root={root} value={value} onChange={onChange} />
    case 'object':
      return <Members name={name} members={form.members} hint={hint} root={root} value={value} onChange={onChange} />
    case 'list':
    case 'tuple':
      return <List name={name} form={form} hint={hint} root={root} value={value} onChange={onChange} />
    case 'text':
    case 'binary':
      return (
        <Labelled name={name} hint={form.kind === 'binary' ? `${hint ?? ''} In base64.`.trim() : hint}>
          {(id, hintId) => (
            <input
              type="text"
              id={id}
              aria-describedby={hintId}
              value={typeof value === 'string' && !isMarkedNumber(value) ? value : ''}
              placeholder={form.kind === 'binary' ? 'base64' : undefined}
              spellcheck={false}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Labelled>
      )
    case 'integer':
    case 'number':
      return <NumberField name={name} hint={hint} value={value} onChange={onChange} />
    case 'null':
      return <p class="quiet">{name}: null</p>
    default:
      return <JsonField name={name} hint={hint} value={value} onChange={onChange} />
  }
}

/** A field with its name, and what the schema says about it. */
function Labelled({
  name,
  hint,
  wrong,
  children,
}: {
  readonly name: string
  readonly hint: string | undefined
  readonly wrong?: string | false | undefined
  readonly children: (id: string, hintId: string | undefined) => ComponentChildren
}) {
  const id = useId()
  const hintId = hint === undefined || hint === '' ? undefined : `${id}-hint`
  return (
    <div class="field">
      <label for={id}>{name}</label>
      {children(id, hintId)}
      {wrong && <span class="wrong-word">{wrong}</span>}
      <Hint text={hint} id={hintId} />
    </div>
  )
}

function Hint({ text, id }: { readonly text: string | undefined; readonly id?: string | undefined }) {
  return text === undefined || text === '' ? null : (
    <span class="quiet hint" id={id}>
      {text}
    </span>
  )
}

interface ValueProps {
  readonly name: string
  readonly hint: string | undefined
  readonly value: Json | undefined
  readonly onChange: (value: Json | undefined) => void
}

/** A number as JSON has it, however large. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function NumberField({ name, hint, value, onChange }: ValueProps) {
  const [text, setText] = useState(plainText(value ?? 0))
  const wrong = !NUMBER.test(text) && 'not a number'
  return (
    <Labelled name={name} hint={hint} wrong={wrong}>
      {(id, hintId) => (
        <input
          type="text"
          inputMode="numeric"
          id={id}
          aria-describedby={hintId}
          value={text}
          aria-invalid={wrong !== false}
          onInput={(event) => {
            const next = event.currentTarget.value.trim()
            setText(next)
            if (NUMBER.test(next)) onChange(exactNumber(next))
          }}
        />
      )}
    </Labelled>
  )
}

/** A value of any form, as JSON. */
function JsonField({ name, hint, value, onChange }: ValueProps) {
  const [text, setText] = useState(exactText(value ?? null))
  const [wrong, setWrong] = useState(false)
  return (
    <Labelled name={`${name} (JSON)`} hint={hint} wrong={wrong && 'not JSON'}>
      {(id, hintId) => (
        <textarea
          rows={2}
          id={id}
          aria-describedby={hintId}
          value={text}
          spellcheck={false}
          aria-invalid={wrong}
          onInput={(event) => {
            const next = event.currentTarget.value
            setText(next)
            try {
              onChange(parseExact(next))
              setWrong(false)
            } catch {
              setWrong(true)
            }
          }}
        />
      )}
    </Labelled>
  )
}

interface NestedProps extends ValueProps {
  readonly root: Schema
}

function Members({
  name,
  members,
  hint,
  root,
  value,
  onChange,
}: NestedProps & { readonly members: readonly Member[] }) {
  const values = valuesOf(value)
  const set = (member: string, next: Json | undefined): void => {
    const { [member]: _, ...others } = values
    if (next === undefined) onChange(others)
    else onChange({ ...values, [member]: next })
  }
  const fields = members.map(({ name: member, schema, required }) => (
    <Field
      key={member}
      name={member}
      schema={schema}
      root={root}
      value={values[member]}
      optional={!required}
      onChange={(next) => set(member, next)}
    />
  ))
  if (members.length === 0) return name === '' ? <p class="quiet">It has no fields.</p> : null
  if (name === '') return <div class="fields">{fields}</div>
  return (
    <fieldset class="fields">
      <legend>{name}</legend>
      <Hint text={hint} />
      {fields}
    </fieldset>
  )
}

function Variants({
  name,
  form,
  root,
  value,
  onChange,
}: Omit<NestedProps, 'hint'> & { readonly form: Extract<Form, { kind: 'variants' }> }) {
  const { variants } = form
  const at = Math.max(0, variantOf(value ?? null, variants))
  const variant = variants[at]!
  return (
    <div class="variants">
      <Labelled name={name === '' ? 'message' : name} hint={variant.description}>
        {(id, hintId) => (
          <select
            id={id}
            aria-describedby={hintId}
            value={String(at)}
            onChange={(event) => onChange(variantValue(variants[Number(event.currentTarget.value)]!, root))}
          >
            {variants.map((one, i) => (
              <option key={one.name} value={String(i)}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {variant.payload !== undefined && (
        <div class="variant-fields">
          <Field
            key={variant.name}
            name={formOf(variant.payload, root).kind === 'object' ? '' : variant.name}
            schema={variant.payload}
            root={root}
            value={valuesOf(value)[variant.name]}
            onChange={(next) => onChange({ [variant.name]: next ?? null })}
          />
        </div>
      )}
      {variant.whole !== undefined && (
        <Field
          key={variant.name}
          name={variant.name}
          schema={variant.whole}
          root={root}
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  )
}

function List({
  name,
  form,
  hint,
  root,
  value,
  onChange,
}: NestedProps & { readonly form: Extract<Form, { kind: 'list' | 'tuple' }> }) {
  const values = listOf(value)
  const put = (at: number, next: Json | undefined): void =>
    onChange(values.map((one, i) => (i === at ? (next ?? null) : one)))
  const isTuple = form.kind === 'tuple'
  return (
    <fieldset class="fields">
      <legend>{name === '' ? 'list' : name}</legend>
      <Hint text={hint} />
      {values.map((one, i) => (
        <div class="list-item" key={`${values.length} ${i}`}>
          <Field
            name={`${name} ${i + 1}`}
            schema={isTuple ? (form.of[i] ?? {}) : form.of}
            root={root}
            value={one}
            onChange={(next) => put(i, next)}
          />
          {!isTuple && (
            <button
              type="button"
              class="small"
              aria-label={`Remove ${name} ${i + 1}`}
              onClick={() => onChange(values.filter((_, at) => at !== i))}
            >
              Remove
            </button>
          )}
        </div>
      ))}
      {form.kind === 'list' && (
        <button type="button" class="small" onClick={() => onChange([...values, emptyOf(form.of, root)])}>
          Add {name === '' ? 'one' : `to ${name}`}
        </button>
      )}
    </fieldset>
  )
}
