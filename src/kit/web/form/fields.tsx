import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '../field/Checkbox.tsx'
import { Field } from '../field/Field.tsx'
import type { FieldProps } from '../field/Field.tsx'
import { SelectBox } from '../field/SelectBox.tsx'
import type { SelectBoxProps } from '../field/SelectBox.tsx'
import { MaskedField, maskText } from '../field/MaskedField.tsx'
import type { MaskName } from '../field/masks.ts'
import { lookUp } from '../../text/lookUp.ts'

type Named = { name: string }
type Bound = 'error' | 'value' | 'defaultValue' | 'ref' | 'name'

/** `<TextField name="name" label="Nome completo" autoComplete="name" required />` inside a `Form`. */
export function TextField({ name, ...field }: Omit<FieldProps, Bound> & Named) {
  const form = useFormContext()
  return <Field {...field} {...form.register(name)} error={useFieldError(name)} />
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
  return <MaskedField {...field} mask={mask} {...form.register(name)} error={useFieldError(name)} />
}

/** `<CheckField name="shouldCreateAccount" label="Quero criar uma conta..." />` inside a `Form`. */
export function CheckField({
  name,
  ...field
}: { label: ReactNode; hint?: ReactNode; disabled?: boolean } & Named) {
  const form = useFormContext()
  return <Checkbox {...field} {...form.register(name)} error={useFieldError(name)} />
}

/** `<ChoiceField name="kind" label="Tipo" choices={[{ value: 'gate', text: 'Cancela' }]} />` inside a `Form`. */
export function ChoiceField({ name, ...field }: Omit<SelectBoxProps, Bound | 'multiple'> & Named) {
  const form = useFormContext()
  return <SelectBox {...field} {...form.register(name)} error={useFieldError(name)} />
}

/** The text of what is wrong with a field of the form around. */
export function useFieldError(name: string): string | undefined {
  const { formState } = useFormContext()
  const message = lookUp(formState.errors, name)?.message
  return typeof message === 'string' ? message : undefined
}

/**
 * After fields were filled in late, by a call or by what became known: where somebody has come to one of them meanwhile,
 * what they type takes its place and is not put behind it.
 */
export function giveWay(filled: readonly string[]): void {
  const at = document.activeElement
  if (at instanceof HTMLInputElement && filled.includes(at.name)) at.select()
}
