import { useController } from 'react-hook-form'
import { useFieldError } from '../form/fields.tsx'
import { readItem } from './remote.ts'
import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect.tsx'

type Props = Pick<RemoteSelectProps, 'label' | 'hint' | 'source' | 'required' | 'clearable'> & {
  name: string
}

export function SelectField({ name, ...look }: Props) {
  const { field } = useController({ name })
  return <RemoteSelect {...look} {...field} value={readItem(field.value)} error={useFieldError(name)} />
}
