import { brandDisplayName, isCardBrand } from '#acquirer/brands.ts'
import { Item, ItemContent } from '#kit/web/list/Item.tsx'
import type { WireSavedCard } from '../contract.ts'
import { cardKindOf } from '../cardKinds.ts'
import { BrandMark } from './BrandMark.tsx'

type SavedCardSummary = Pick<WireSavedCard, 'brand' | 'card_last_digits' | 'payment_type'>

type Props = {
  card: SavedCardSummary
  onChoose?: () => void
  onRemove: () => void
}

export function SavedCardItem({ card, onChoose, onRemove }: Props) {
  const name = `${brandDisplayName(card.brand)} final ${card.card_last_digits}`
  return (
    <Item
      {...summaryOf(card)}
      name={name}
      removeTitle="Deletar Cartão"
      onChoose={onChoose}
      onRemove={onRemove}
    />
  )
}

export function SavedCardContent({ card }: { card: SavedCardSummary }) {
  return <ItemContent {...summaryOf(card)} />
}

function summaryOf({ brand, card_last_digits, payment_type }: SavedCardSummary) {
  const note = `final ${card_last_digits} · ${cardKindOf(payment_type).text}`
  const mark = isCardBrand(brand) ? <BrandMark brand={brand} /> : undefined
  return { icon: 'card', mark, title: brandDisplayName(brand), note } as const
}
