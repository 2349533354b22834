import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Checkbox } from '../field/Checkbox.tsx'
import { Field } from '../field/Field.tsx'
import type { FieldProps } from '../field/Field.tsx'
import { MaskedField, maskText } from '../field/MaskedField.tsx'
import type { MaskName } from '../field/masks.ts'
import { RemoteSelect } from '../select/RemoteSelect.tsx'
import type { RemoteSelectProps } from '../select/RemoteSelect.tsx'

type Named = { name: string }
type Bound = 'error' | 'value' | 'defaultValue' | 'ref' | 'name'

/** `<TextField name="name" label="Nome completo" autoComplete="name" required />` inside a `Form`. */
export function TextField({ name, ...field }: Omit<FieldProps, Bound> & Named) {
  const form = useFormContext()
  return <Field {...field} {...form.register(name)} error={useError(name)} />
}

/**
 * `<MaskedTextField name="phone" mask="phone" label="Telefone" />` inside a `Form`. Its value carries the punctuation;
 * default values and `form.reset` may come without it.
 */
export function MaskedTextField({
  name,
  mask,
  ...field
}: Omit<FieldProps, Bound | 'type' | 'maxLength'> & Named & { mask: MaskName }) {
  const form = useFormContext()
  const { defaultValues } = form.formState
  useEffect(() => {
    const start: unknown = form.getValues(name)
    if (typeof start === 'string' && start !== maskText(mask, start))
      form.setValue(name, maskText(mask, start))
  }, [form, name, mask, defaultValues])
  return <MaskedField {...field} mask={mask} {...form.register(name)} error={useError(name)} />
}

/** `<CheckField name="shouldCreateAccount" label="Quero criar uma conta..." />` inside a `Form`. */
export function CheckField({
  name,
  ...field
}: { label: ReactNode; hint?: ReactNode; disabled?: boolean } & Named) {
  const form = useFormContext()
  return <Checkbox {...field} {...form.register(name)} error={useError(name)} />
}

/** `<SelectField name="city" label="Cidade" url="/api/gl_city" />` inside a `Form`. Its value is the chosen item or null. */
export function SelectField({
  name,
  ...field
}: Omit<RemoteSelectProps, 'value' | 'onChange' | 'error' | 'ref'> & Named) {
  const error = useError(name)
  return (
    <Controller
      name={name}
      render={({ field: bound }) => (
        <RemoteSelect
          {...field}
          value={bound.value ?? null}
          onChange={bound.onChange}
          onBlur={bound.onBlur}
          ref={bound.ref}
          error={error}
        />
      )}
    />
  )
}

function useError(name: string): string | undefined {
  const { formState } = useFormContext()
  const message = formState.errors[name]?.message
  return typeof message === 'string' ? message : undefined
}
