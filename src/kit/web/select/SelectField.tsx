import { Controller } from 'react-hook-form'
import { useFieldError } from '../form/fields.tsx'
import { readItem } from './remote.ts'
import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect.tsx'

export function SelectField({
  name,
  ...field
}: Omit<RemoteSelectProps, 'value' | 'onChange' | 'error' | 'ref'> & { name: string }) {
  const error = useFieldError(name)
  return (
    <Controller
      name={name}
      render={({ field: bound }) => (
        <RemoteSelect
          {...field}
          value={readItem(bound.value)}
          onChange={bound.onChange}
          onBlur={bound.onBlur}
          ref={bound.ref}
          error={error}
        />
      )}
    />
  )
}
