export const timeZoneTexts = {
  'America/Sao_Paulo': 'Brasília (São Paulo, Curitiba, Recife)',
  'America/Manaus': 'Amazonas (Manaus, Porto Velho, Boa Vista)',
  'America/Cuiaba': 'Mato Grosso (Cuiabá, Campo Grande)',
  'America/Rio_Branco': 'Acre (Rio Branco)',
  'America/Noronha': 'Fernando de Noronha',
} as const
