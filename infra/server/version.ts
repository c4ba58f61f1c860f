import product from '../../package.json' with { type: 'json' };

/** Version of the product, from the root's package.json. */
export const VERSION: string = product.version;
