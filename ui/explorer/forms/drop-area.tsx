import { useEffect, useState } from 'preact/hooks'

interface DropAreaProps {
  readonly label: string
  /** Endings of file names, such as `.wasm,.json`. */
  readonly accept: string
  readonly multiple?: boolean
  readonly disabled?: boolean
  /** Names of files that were chosen, or what to do. */
  readonly chosen: string
  readonly onFiles: (files: readonly File[]) => void
}

/** A field for files: they are dropped on it, or chosen. */
export function DropArea({ label, accept, multiple = false, disabled = false, chosen, onFiles }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)
  useEffect(keepPage, [])
  const take = (files: FileList | null | undefined): void => {
    setIsOver(false)
    if (!disabled && files && files.length > 0) onFiles([...files].slice(0, multiple ? undefined : 1))
  }
  return (
    <label
      class={`drop-area${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer?.files)
      }}
    >
      <span class="drop-label">{label}</span>
      <span class="quiet drop-chosen">{chosen}</span>
      <input
        class="hidden"
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file can be chosen again after it was built again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** A file that is dropped outside the area would replace the page. @returns ends that */
function keepPage(): () => void {
  const refuse = (event: DragEvent): void => event.preventDefault()
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
  return () => {
    removeEventListener('dragover', refuse)
    removeEventListener('drop', refuse)
  }
}
