import { maskitoTransform } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import { useCallback, useEffect, useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { maskAccepts, masks, type MaskName, type MaskRule } from './masks.ts'

type Props = Omit<FieldProps, 'maxLength' | 'type'> & { mask: MaskName }

/** `maskText('cpf', '52998224725')` -> '529.982.247-25'. */
export function maskText(mask: MaskName, value: string): string {
  return maskitoTransform(value, masks[mask].options)
}

export function MaskedField({ mask, ref, error, defaultValue, ...field }: Props) {
  const rule: MaskRule = masks[mask]
  const masked = useMaskito({ options: rule.options })
  const [refused, refuse] = useRefusedInput()
  const join = useCallback(
    (input: HTMLInputElement | null) => {
      masked(input)
      setRef(ref, input)
      if (!input) return
      // React's onBeforeInput does not fire when the mask refused the character.
      const judge = (event: InputEvent) => refuse(!maskAccepts(rule, (event.data ?? '').trim()))
      input.addEventListener('beforeinput', judge)
      return () => {
        input.removeEventListener('beforeinput', judge)
        masked(null)
        setRef(ref, null)
      }
    },
    [masked, ref, rule, refuse],
  )
  return (
    <Field
      inputMode={rule.inputMode}
      {...field}
      ref={join}
      defaultValue={typeof defaultValue === 'string' ? maskText(mask, defaultValue) : undefined}
      error={refused ? rule.refusalText : error}
    />
  )
}

function setRef(ref: FieldProps['ref'], input: HTMLInputElement | null): void {
  if (typeof ref === 'function') ref(input)
  else if (ref) ref.current = input
}

const refusalShownMs = 6_000

function useRefusedInput(): [boolean, (refused: boolean) => void] {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (at === 0) return
    const timeout = setTimeout(() => setAt(0), refusalShownMs)
    return () => clearTimeout(timeout)
  }, [at])
  const refuse = useCallback((refused: boolean) => setAt(refused ? Date.now() : 0), [])
  return [at !== 0, refuse]
}
