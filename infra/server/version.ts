import product from '../../package.json' with { type: 'json' };

/** Of the product. The root's package.json is the one place that says it. */
export const VERSION: string = product.version;
