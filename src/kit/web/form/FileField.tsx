import { useController } from 'react-hook-form'
import { FieldFrame, type FieldBaseProps } from '../field/Field.tsx'
import fieldCss from '../field/Field.module.css'
import css from './FileField.module.css'
import { useFieldError } from './fields.tsx'

type Props = Omit<FieldBaseProps, 'error'> & {
  name: string
  required?: boolean
  accept?: string
}

export function FileField({ name, label, hint, required, accept }: Props) {
  const { field } = useController({ name })
  return (
    <FieldFrame label={label} hint={hint} error={useFieldError(name)} required={required}>
      {(aria) => (
        <input
          {...aria}
          type="file"
          name={name}
          accept={accept}
          aria-required={required || undefined}
          className={`${fieldCss.control} ${css.file}`}
          onChange={(event) => field.onChange(event.target.files?.[0] ?? null)}
          onBlur={field.onBlur}
          ref={field.ref}
        />
      )}
    </FieldFrame>
  )
}
