export const barcodeFormats = ['code_128', 'itf', 'ean_13', 'qr_code'] as const
