import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

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
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** What a form sends, and its button. */
export function ActForm({
  label,
  button,
  busy,
  disabled = false,
  isWide = false,
  onSubmit,
  children,
}: {
  readonly label: string
  readonly button: string
  readonly busy: boolean
  readonly disabled?: boolean
  /** Whether its fields stand next to each other where there is room. */
  readonly isWide?: boolean
  readonly onSubmit: () => void
  readonly children?: ComponentChildren
}) {
  return (
    <form
      class={isWide ? 'act-form wide' : 'act-form'}
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
