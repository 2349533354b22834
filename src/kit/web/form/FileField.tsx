import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldBaseProps } from '../field/Field.tsx'
import { Icon } from '../Icon.tsx'
import { fileSizeText } from './fileRule.ts'
import css from './FileField.module.css'
import { useFieldError } from './fields.tsx'

type Props = Omit<FieldBaseProps, 'error'> & {
  name: string
  required?: boolean
  accept: string
  /** What sending the chosen file will do. */
  outcome: string
}

/** A file is chosen or dropped; its schema (`fileSchema`) judges it at once. */
export function FileField({ name, label, hint, required, accept, outcome }: Props) {
  const { field } = useController({ name })
  const { setError, trigger } = useFormContext()
  const input = useRef<HTMLInputElement | null>(null)
  const error = useFieldError(name)
  const file: unknown = field.value
  const isChosen = file instanceof File
  useEffect(() => {
    if (!isChosen && input.current) input.current.value = ''
  }, [isChosen])
  const take = (files: FileList | null) => {
    field.onChange(files?.[0] ?? null)
    void trigger(name)
  }
  const { isOver, ...drop } = useDrop((files) => {
    if (files.length > 1) return setError(name, { message: 'Escolha um arquivo só.' })
    if (input.current) input.current.files = files
    take(files)
  })
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <div
          className={css.panel}
          data-over={isOver || undefined}
          data-wrong={error !== undefined || undefined}
          {...drop}
        >
          <input
            {...aria}
            type="file"
            name={name}
            accept={accept}
            aria-required={required || undefined}
            className={css.input}
            onChange={({ target }) => take(target.files)}
            onBlur={field.onBlur}
            ref={(control) => {
              input.current = control
              field.ref(control)
            }}
          />
          <Content file={isChosen ? file : null} outcome={error === undefined ? outcome : null} />
        </div>
      )}
    </FieldFrame>
  )
}

function Content({ file, outcome }: { file: File | null; outcome: string | null }) {
  return (
    <>
      <Icon name={file ? 'receipt' : 'share'} />
      {file ? (
        <p>
          <strong>{file.name}</strong> <span translate="no">{fileSizeText(file.size)}</span>
          {outcome !== null && <small>{outcome}</small>}
        </p>
      ) : (
        <p>
          <strong>Escolher um arquivo</strong>
          <small>ou soltar aqui</small>
        </p>
      )}
    </>
  )
}

/** A file that is dropped beside the panel does not open in place of the page. */
function useDrop(onFiles: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault()
    const names = ['dragover', 'drop']
    for (const name of names) addEventListener(name, ignore)
    return () => names.forEach((name) => removeEventListener(name, ignore))
  }, [])
  return {
    isOver,
    onDragEnter: () => setIsOver(true),
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer.files.length > 0) onFiles(event.dataTransfer.files)
    },
  }
}
