import { useController } from 'react-hook-form'
import { useFieldError } from '../form/fields.tsx'
import { readSelectItem } from './remoteItems.ts'
import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect.tsx'

type Props = Pick<RemoteSelectProps, 'label' | 'hint' | 'source' | 'required' | 'clearable'> & {
  name: string
}

export function RemoteSelectField({ name, ...look }: Props) {
  const { field } = useController({ name })
  // Autofill must not type into the search: the input has no name.
  const { name: _name, ...bound } = field
  return <RemoteSelect {...look} {...bound} value={readSelectItem(field.value)} error={useFieldError(name)} />
}
