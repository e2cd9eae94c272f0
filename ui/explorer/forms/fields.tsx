import type { ComponentChildren } from 'preact'

interface TextFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly required?: boolean
  readonly pattern?: string
  readonly title?: string
}

/** One line of text. */
export function TextField({ name, value, onChange, ...rest }: TextFieldProps) {
  return (
    <label class="field">
      <span>{name}</span>
      <input
        type="text"
        value={value}
        spellcheck={false}
        {...rest}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}

interface SelectFieldProps {
  readonly name: string
  readonly value: string
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

/** One of several. */
export function SelectField({ name, value, options, onChange }: SelectFieldProps) {
  return (
    <label class="field">
      <span>{name}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(options).map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What a form sends, and its button. */
export function ActForm({
  label,
  button,
  busy,
  disabled = false,
  onSubmit,
  children,
}: {
  readonly label: string
  readonly button: string
  readonly busy: boolean
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly children?: ComponentChildren
}) {
  return (
    <form
      class="act-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit()
      }}
    >
      {children}
      <div class="act-row">
        <button type="submit" class="main" disabled={busy || disabled}>
          {button}
        </button>
      </div>
    </form>
  )
}
