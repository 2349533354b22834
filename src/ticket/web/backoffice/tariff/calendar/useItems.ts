import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { TariffDraft } from '../tariffDraft.ts'

/** The items of a list in the form; `change` sets them and moves the focus to the head of the item at `focusAt`. */
export function useItems<Name extends 'rows' | 'days'>(name: Name) {
  const { setValue, trigger, formState } = useFormContext<TariffDraft>()
  const items: TariffDraft[Name] = useWatch<TariffDraft, Name>({ name })
  // The fields of moved items are made anew, so that each shows its own value.
  const [generation, setGeneration] = useState(0)
  const focusAt = useRef<number | null>(null)
  useEffect(() => {
    if (focusAt.current !== null) document.getElementById(`${name}-${focusAt.current}`)?.focus()
  }, [name, generation])
  const change = (next: TariffDraft[Name], focus: number) => {
    setValue<'rows' | 'days'>(name, next, { shouldDirty: true })
    // `shouldValidate` checks each field of each item, and not the list.
    if (formState.isSubmitted) void trigger(name)
    focusAt.current = focus
    setGeneration(generation + 1)
  }
  return { items, generation, change }
}
