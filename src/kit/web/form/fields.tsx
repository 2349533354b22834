import { useEffect, useRef, type ReactNode } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { Checkbox } from '../field/Checkbox.tsx'
import { Field, type FieldProps } from '../field/Field.tsx'
import { NativeSelect, type NativeSelectProps } from '../field/NativeSelect.tsx'
import { MaskedField, maskText } from '../field/MaskedField.tsx'
import type { Mask } from '../field/masks.ts'

type Named = { name: string }
type RegisteredProps = 'error' | 'value' | 'defaultValue' | 'ref' | 'name'

export function TextField({ name, ...field }: Omit<FieldProps, RegisteredProps> & Named) {
  return <Field {...field} {...useRegistered(name)} />
}

/** A `TextField` for an e-mail address, by default the person's own. */
export function EmailField(field: Partial<Parameters<typeof TextField>[0]>) {
  const email = { name: 'email', label: 'E-mail', autoComplete: 'email', ...field }
  return <TextField type="email" inputMode="email" autoCapitalize="none" {...email} />
}

/** The value has punctuation; a default may come without. */
export function MaskedTextField({
  name,
  mask,
  ...field
}: Omit<FieldProps, RegisteredProps | 'type' | 'maxLength'> & Named & { mask: Mask }) {
  const form = useFormContext()
  const { defaultValues } = form.formState
  const isComposing = useRef(false)
  useEffect(() => {
    // An input method goes on in the text that it began; the mask reads it when it ends.
    if (isComposing.current) return
    const start: unknown = form.getValues(name)
    if (typeof start === 'string' && start !== maskText(mask, start))
      form.setValue(name, maskText(mask, start))
  }, [form, name, mask, defaultValues])
  return (
    <MaskedField
      {...field}
      mask={mask}
      {...useRegistered(name)}
      onCompositionStart={() => (isComposing.current = true)}
      onCompositionEnd={() => (isComposing.current = false)}
    />
  )
}

export function CheckboxField({
  name,
  ...field
}: { label: ReactNode; hint?: ReactNode; disabled?: boolean } & Named) {
  return <Checkbox {...field} {...useRegistered(name)} />
}

export function NativeSelectField({
  name,
  ...field
}: Omit<NativeSelectProps, RegisteredProps | 'multiple'> & Named) {
  return <NativeSelect {...field} {...useRegistered(name)} />
}

function useRegistered(name: string) {
  const { register } = useFormContext()
  return { ...register(name), error: useFieldError(name) }
}

export function useFieldError(name: string): string | undefined {
  const { formState } = useFormContext()
  const message: unknown = get(formState.errors, `${name}.message`)
  return typeof message === 'string' ? message : undefined
}

/** Typing replaces text that our code filled in. */
export function selectFilledText(filled: readonly string[]): void {
  const at = document.activeElement
  if (at instanceof HTMLInputElement && filled.includes(at.name)) at.select()
}
